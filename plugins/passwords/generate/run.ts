import { writeFile } from 'node:fs/promises'
import { MODULE_PATH, renderCommonPasswordsModule } from './common-passwords-module.js'

await writeFile(MODULE_PATH, await renderCommonPasswordsModule())
