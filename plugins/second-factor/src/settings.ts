import type { SettingsOf } from '@plinth/kernel'
import { described, isLevel } from '@plinth/kernel/tools'
import { mixed, object, string } from 'yup'

export const secondFactorSettings = object({
  secondFactorLevel: mixed<number | 'none'>()
    .test('level', 'must be a level such as 1, or "none".', (value) => value === 'none' || isLevel(value))
    .default('none')
    .meta({
      description:
        'Users of this level, or a more privileged one, need a second factor: those without one must enrol one at their next login.',
      range: '0 or more, or `none`',
    }),
  secondFactorIssuer: described(
    string()
      .min(1, 'must not be empty.')
      .matches(/^[^:]*$/, 'must not contain ":".')
      .default('Plinth'),
    'The name that authenticator apps show beside the codes, such as that of the plant.',
  ),
})

/** Who needs a second factor, and its name in authenticator apps. */
export type SecondFactorSettings = SettingsOf<typeof secondFactorSettings>
