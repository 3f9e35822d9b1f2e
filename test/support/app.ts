import { createStandardKernel, type StandardServices } from '@plinth/service'
import { startTestApp, type TestApp, type TestAppOptions } from '@plinth/testing'

/** The standard plugins, started for a test. */
export type App = TestApp<StandardServices>

/** Starts the standard plugins on a fresh database. */
export const startApp = (options: Omit<TestAppOptions<StandardServices>, 'kernel'>): Promise<App> =>
  startTestApp({ ...options, kernel: createStandardKernel })
