import { defineRoute, Reply } from '@plinth/kernel'
import type { ConsolePage } from '@plinth/kernel/contracts'
import { array, number, object, string } from 'yup'
import type { ConsoleSettings } from '../settings.js'

const configuration = object({
  name: string().required(),
  logo: string().nullable().defined(),
  stylesheet: string().nullable().defined(),
  settingsMaxLevel: number().integer().required(),
  pages: array(
    object({
      title: string().required(),
      path: string().required(),
      maxLevel: number().integer().required(),
      module: string().required(),
    }),
  ).required(),
})

/** `GET /console/config.json`: what the page needs before anybody has logged in. */
export const getConfiguration = (
  settings: ConsoleSettings,
  settingsMaxLevel: number,
  pages: () => readonly ConsolePage[],
) =>
  defineRoute({
    method: 'GET',
    path: '/console/config.json',
    group: 'service',
    summary: 'Name, logo, stylesheet and pages of the console',
    access: 'public',
    hidden: true,
    databaseUnavailable: false,
    responses: { 200: configuration },
    handle: () =>
      Reply.json(
        {
          name: settings.consoleName ?? 'Plinth',
          logo: settings.consoleLogo ?? null,
          stylesheet: settings.consoleStylesheet ?? null,
          settingsMaxLevel,
          pages: pages().map(({ title, path, maxLevel, module }) => ({ title, path, maxLevel, module })),
        },
        { headers: { 'Cache-Control': 'no-cache' } },
      ),
  })
