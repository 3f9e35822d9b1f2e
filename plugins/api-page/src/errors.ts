import { defineErrors } from '@plinth/kernel'

/** Errors of the API page. */
export const errors = defineErrors({
  API_PAGE_NOT_INSTALLED: [
    404,
    'The API page needs the package swagger-ui-dist, which is not installed. The OpenAPI document is at {document}.',
  ],
})
