/**
 * A plugin for Swagger UI that shows a closed lock at operations that need a key, and no lock at the others. By default
 * Swagger UI shows an open lock until a key is set, and a closed one at operations that accept requests without a key.
 */
const LOCK_ICONS = `const lockIcons = () => ({
  wrapComponents: {
    OperationSummary: (Original, { React }) => (props) => {
      const security = props.operationProps.get('security')
      const isKeyOptional = security?.some((keys) => keys.isEmpty())
      const operationProps = props.operationProps.set('isAuthorized', true).set('security', isKeyOptional ? security.clear() : security)
      return React.createElement(Original, { ...props, operationProps })
    },
  },
})
`

/** Returns the script that starts Swagger UI on the page. */
export const startScript = (basePath: string) =>
  `${LOCK_ICONS}SwaggerUIBundle({ url: ${JSON.stringify(`${basePath}/openapi.json`)}, dom_id: '#page', deepLinking: true, validatorUrl: null, persistAuthorization: false, defaultModelsExpandDepth: -1, plugins: [lockIcons] })\n`
