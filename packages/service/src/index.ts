/** The standard plugins put together. */
export { createPlinth, type PlinthOptions, type PlinthSettings } from './create-plinth.js'
export { createStandardKernel, standardPlugins, type StandardServices } from './standard-plugins.js'
