import type { ConsoleConfiguration } from './configuration.js'
import type { PageAssets } from './page-files.js'

/** Allows only resources of this origin: no inline script or style, and no HTML from strings. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Returns the HTML of the page. The base path is where the REST API is mounted, such as `/api`. */
export const page = (
  basePath: string,
  { script, style, icon }: PageAssets,
  configuration: ConsoleConfiguration,
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Plinth</title>
<link rel="icon" type="image/svg+xml" href="${basePath}/console/assets/${icon}">
<link rel="stylesheet" href="${basePath}/console/assets/${style}">
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
