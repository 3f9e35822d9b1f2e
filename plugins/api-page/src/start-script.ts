/**
 * A plugin of Swagger UI that changes its lock icons: instead of an open lock while no key is set, and a closed one if
 * none is needed, operations that need a key get a closed lock, and the others none.
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

/** Returns the script that starts Swagger UI on the page. */
export const startScript = (basePath: string) =>
  `${LOCKS}SwaggerUIBundle({ url: ${JSON.stringify(`${basePath}/openapi.json`)}, dom_id: '#page', deepLinking: true, validatorUrl: null, persistAuthorization: false, defaultModelsExpandDepth: -1, plugins: [locks] })\n`
