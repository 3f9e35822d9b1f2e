/** Styles that override those of Swagger UI: less space at the top, and more contrast. */
const STYLE = `
body { margin: 0 }
.swagger-ui .info { margin: 24px 0 }
.swagger-ui .info a { color: #1f5fb0 }
.swagger-ui .info .title small { background: #525a68 }
.swagger-ui .info .title small.version-stamp { background: #4c6b00 }
.swagger-ui .scheme-container { padding: 12px 0 }
.swagger-ui .opblock .opblock-summary-method { color: #080a0b; text-shadow: none }
.swagger-ui .btn.authorize, .swagger-ui .btn.authorize svg { color: #17734a; border-color: #17734a }
.swagger-ui .btn.execute { background: #1f5fb0; border-color: #1f5fb0 }
.swagger-ui .parameter__name.required:after { color: #b3261e }
.swagger-ui .btn.cancel { color: #b3261e; border-color: #b3261e }
`

/** Returns the HTML of the page. The base path is where the REST API is mounted, such as `/api`. */
export const page = (basePath: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plinth – REST API</title>
<link rel="icon" href="${basePath}/docs/favicon-32x32.png">
<link rel="stylesheet" href="${basePath}/docs/swagger-ui.css">
<style>${STYLE}</style>
</head>
<body>
<div id="page"></div>
<script src="${basePath}/docs/swagger-ui-bundle.js"></script>
<script src="${basePath}/docs/start.js"></script>
</body>
</html>
`
