// The services outside the shop: the configured ones, and the local stand-ins for those that are not configured.
import type { Config } from '#backend/config.ts'
import type { ShopParts } from '#backend/server.ts'
import type { StopOrder } from './stop-order.ts'

/** What startShop needs of the services, and the pages of the stand-ins that a person may open. */
export type Services = Omit<ShopParts, 'databaseUrl' | 'now'> & {
  links: readonly (readonly [name: string, url: string])[]
}

/** Starts the stand-ins that are needed; each joins `parts`, to be stopped after the shop. */
export async function startServices(
  config: Config,
  _options: { databaseUrl: string; parts: StopOrder },
): Promise<Services> {
  const { payment, smtpUrl } = config.secrets
  if (!payment || !config.payment || !smtpUrl) throw new Error('Falta MERCADOPAGO_ACCESS_TOKEN o SMTP_URL.')
  return { paymentWallet: { ...payment, publicKey: config.payment.publicKey }, smtpUrl, links: [] }
}
