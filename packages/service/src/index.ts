/** The standard plugins put together. */
export { createPlinth, type PlinthOptions, type PlinthSettings } from './create-plinth.js'
export { createStandardKernel, type StandardServices, standardPlugins } from './standard-plugins.js'
