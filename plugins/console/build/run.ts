import { buildPage } from './build-page.js'

await buildPage()
