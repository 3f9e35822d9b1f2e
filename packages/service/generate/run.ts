import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generatedFiles, HOME } from './generated-files.js'

for (const [path, content] of await generatedFiles()) await writeFile(join(HOME, path), content)
