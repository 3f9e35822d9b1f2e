/**
 * Swagger UI shows an open lock where a key is missing and a closed one where none is needed. Here a closed lock is on
 * what needs a key, and nothing on what does not.
 */
const LOCKS = `const locks = () => ({
  wrapComponents: {
    OperationSummary: (Original, { React }) => (props) => {
      const security = props.operationProps.get('security')
      const isOpen = security?.some((keys) => keys.isEmpty())
      const operationProps = props.operationProps.set('isAuthorized', true).set('security', isOpen ? security.clear() : security)
      return React.createElement(Original, { ...props, operationProps })
    },
  },
})
`

/** The script that starts Swagger UI on the page. */
export const startScript = (basePath: string) =>
  `${LOCKS}SwaggerUIBundle({ url: ${JSON.stringify(`${basePath}/openapi.json`)}, dom_id: '#page', deepLinking: true, validatorUrl: null, persistAuthorization: false, defaultModelsExpandDepth: -1, plugins: [locks] })\n`
