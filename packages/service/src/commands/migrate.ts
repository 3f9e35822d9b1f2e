import { plinthFromEnvironment } from './plinth-from-environment.js'

/** `plinth migrate`: brings the schema up to date and tells what was done. */
export async function migrate(): Promise<void> {
  const made = await plinthFromEnvironment().migrate()
  for (const name of made) console.log(`made ${name}`)
  console.log(
    made.length === 0 ? 'The schema is up to date.' : `The schema is up to date; ${made.length} migrations made.`,
  )
}
