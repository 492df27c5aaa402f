// The demo's seller, an invented company. Its CUIT and CBU pass their checks and belong to nobody.
import type { Seller } from '#backend/domain/seller/seller.limits.ts'

export const demoSeller: Seller = {
  tradeName: 'GamerTech',
  company: 'GamerTech Demostración S.A.',
  cuit: '30700000075',
  address: 'Av. Corrientes 3247, Ciudad Autónoma de Buenos Aires',
  hours: 'Lunes a viernes de 9 a 18 h, sábados de 10 a 14 h',
  phone: '+54 11 5555-0134',
  email: 'soporte@gamertech.test',
  dataFiscal: 'https://qr.arca.gob.ar/?qr=demostracion',
  consumerDefence: 'https://www.argentina.gob.ar/produccion/defensadelconsumidor/formulario',
  bank: 'Banco de la Demostración',
  holder: 'GamerTech Demostración S.A.',
  cbu: '9990001800000000123459',
  alias: 'gamertech.demo',
}
