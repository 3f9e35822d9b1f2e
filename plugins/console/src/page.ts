import type { ConsoleConfiguration } from './configuration.js'
import type { AssetNames } from './page-files.js'

/** The content security policy: only resources of this origin, no inline script or style, no HTML from strings. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/**
 * Returns the HTML of the page. `basePath` is where the REST API is mounted, such as `/api`. `stylesheet` is the URL
 * path of the operator's stylesheet. The script `theme` is no module: so it sets the colours before the first paint.
 */
export const pageHtml = (
  basePath: string,
  { script, theme, style, icon }: AssetNames,
  configuration: ConsoleConfiguration,
  stylesheet?: string,
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Plinth</title>
<link rel="icon" type="image/svg+xml" href="${basePath}/console/assets/${icon}">
<script src="${basePath}/console/assets/${theme}"></script>
<link rel="stylesheet" href="${basePath}/console/assets/${style}">
${stylesheet ? `<link rel="stylesheet" href="${escaped(stylesheet)}">` : ''}
<script type="module" src="${basePath}/console/assets/${script}"></script>
</head>
<body>
<div id="app" data-configuration="${escaped(JSON.stringify(configuration))}"></div>
<noscript>This page needs JavaScript. <a href="${basePath}/docs">The REST API</a> can be used without it.</noscript>
</body>
</html>
`

function escaped(text: string): string {
  return text.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
