// For tests: somebody who sells, with valid numbers.
import type { Seller } from '#backend/domain/seller/seller.limits.ts'

export const seller: Seller = {
  tradeName: 'La Tienda',
  company: 'Uno y Dos S.R.L.',
  cuit: '30123456781',
  address: 'Mitre 100, Rosario',
  hours: 'Lunes a viernes de 8 a 17 h',
  phone: '+54 341 555-0100',
  email: 'hola@latienda.example',
  dataFiscal: 'https://qr.arca.gob.ar/?qr=uno',
  consumerDefence: 'https://www.argentina.gob.ar/reclamos',
  bank: 'Banco de Prueba',
  holder: 'Uno y Dos S.R.L.',
  cbu: '9990001800000000123459',
  alias: 'uno.dos',
}
