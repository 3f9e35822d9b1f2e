import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generatedFiles, REPO_ROOT } from './generated-files.js'

for (const [path, content] of await generatedFiles()) await writeFile(join(REPO_ROOT, path), content)
