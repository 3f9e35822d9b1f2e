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
  { script, theme, style, icon, languages }: AssetNames,
  configuration: ConsoleConfiguration,
  stylesheet?: string,
) => {
  const urlOf = (name: string) => `${basePath}/console/assets/${name}`
  const textUrls = Object.fromEntries(Object.entries(languages).map(([code, name]) => [code, urlOf(name)]))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Plinth</title>
<link rel="icon" type="image/svg+xml" href="${urlOf(icon)}">
<script src="${urlOf(theme)}"></script>
<link rel="stylesheet" href="${urlOf(style)}">
${stylesheet ? `<link rel="stylesheet" href="${escaped(stylesheet)}">` : ''}
<script type="module" src="${urlOf(script)}"></script>
</head>
<body>
<div id="app" data-configuration="${escapedJson(configuration)}" data-text-urls="${escapedJson(textUrls)}"></div>
<noscript>This page needs JavaScript. <a href="${basePath}/docs">The REST API</a> can be used without it.</noscript>
</body>
</html>
`
}

const escapedJson = (value: object) => escaped(JSON.stringify(value))

function escaped(text: string): string {
  return text.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
