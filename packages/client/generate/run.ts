import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generatedFiles, PACKAGE_ROOT } from './generated-files.js'

for (const [path, content] of await generatedFiles()) await writeFile(join(PACKAGE_ROOT, path), content)
