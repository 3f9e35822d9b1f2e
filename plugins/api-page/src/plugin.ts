import { definePlugin, pages } from '@plinth/kernel'
import { getPage } from './routes/get-page.js'
import { getPageFile } from './routes/get-page-file.js'

/** Serves Swagger UI at `/docs` for the OpenAPI document of the same kernel. */
export const apiPage = definePlugin()({
  name: 'api-page',
  contributes: () => [pages.of({ name: 'docs', path: '/docs' })],
  routes: ({ basePath }) => [getPage(basePath), getPageFile(basePath)],
})
