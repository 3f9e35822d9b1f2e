import { described } from '@plinth/kernel/tools'
import encodeQR from 'qr'
import { array, object, string } from 'yup'
import type { Enrolment } from '../factor-enrolment.js'

export const enrolmentShape = object({
  secret: described(string().required(), 'The secret in base32, to be typed into an app.', 'JBSWY3DPEHPK3PXP'),
  uri: described(
    string().required(),
    'The same as an `otpauth` address.',
    'otpauth://totp/Plinth:anna?issuer=Plinth&secret=JBSWY3DPEHPK3PXP',
  ),
  qr_svg: described(string().required(), 'That address as a QR code, an SVG image.', '<svg …>'),
}).meta({ id: 'Enrolment', description: 'A secret for an authenticator app. It is shown only here.' })

export function enrolmentOnTheWire({ secret, uri }: Enrolment) {
  return { secret, uri, qr_svg: encodeQR(uri, 'svg') }
}

export const recoveryCodesField = described(
  array(string().required()).required(),
  'Ten codes that replace the factor, once each, if it is lost. They are shown only here.',
  ['7KQM-2XRT-9F4B'],
)
