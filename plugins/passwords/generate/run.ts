import { writeFile } from 'node:fs/promises'
import { commonPasswordsModule, MODULE } from './common-passwords-module.js'

await writeFile(MODULE, await commonPasswordsModule())
