import encodeQR from 'qr'
import { array, object, string } from 'yup'
import type { Enrolment } from '../factor-enrolment.js'

export const enrolmentShape = object({
  secret: string()
    .required()
    .meta({ description: 'The secret in base32, to be typed into an app.', examples: ['JBSWY3DPEHPK3PXP'] }),
  uri: string()
    .required()
    .meta({
      description: 'The same as an `otpauth` address.',
      examples: ['otpauth://totp/Plinth:anna?issuer=Plinth&secret=JBSWY3DPEHPK3PXP'],
    }),
  qr_svg: string()
    .required()
    .meta({ description: 'That address as a QR code, an SVG image.', examples: ['<svg …>'] }),
}).meta({ id: 'Enrolment', description: 'A secret for an authenticator app. It is shown only here.' })

export function enrolmentOnTheWire({ secret, uri }: Enrolment) {
  return { secret, uri, qr_svg: encodeQR(uri, 'svg') }
}

export const recoveryCodesField = array(string().required())
  .required()
  .meta({
    description: 'Ten codes that replace the factor, once each, if it is lost. They are shown only here.',
    examples: [['7KQM-2XRT-9F4B']],
  })
