import { definePlugin, pages } from '@plinth/kernel'
import { errors } from './errors.js'
import { getMissingPage } from './routes/get-missing-page.js'
import { getPage } from './routes/get-page.js'
import { getPageFile } from './routes/get-page-file.js'
import { swaggerFolder } from './swagger-folder.js'

/**
 * Serves Swagger UI at `/docs` for the OpenAPI document of the same kernel, or an error there if Swagger UI is not
 * installed.
 */
export const apiPage = definePlugin()({
  name: 'api-page',
  errors,
  contributes: () => (swaggerFolder() ? [pages.of({ name: 'docs', path: '/docs' })] : []),
  routes: ({ basePath }) => {
    const folder = swaggerFolder()
    return folder ? [getPage(basePath), getPageFile(basePath, folder)] : [getMissingPage(basePath)]
  },
})
