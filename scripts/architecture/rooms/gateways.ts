import type { Room } from '#scripts/architecture/rooms.ts'

export const gatewayRooms: readonly Room[] = [
  {
    room: 'backend/gateways/fake/',
    holds: 'the server and the look of the fakes’ pages',
    may: [],
    packages: ['node:', 'hono', '@hono/node-server'],
  },
  {
    room: 'backend/gateways/payment-wallet/fake/',
    holds: 'a wallet that speaks the provider’s API, for a shop without credentials',
    may: ['backend/db/', 'backend/gateways/'],
    packages: ['node:', 'hono', 'pg', 'zod'],
    tests: { packages: ['vite'] },
  },
  {
    room: 'backend/gateways/mailer/fake/',
    holds: 'a mailbox that takes all mail and shows it, for a shop without SMTP',
    may: ['backend/gateways/'],
    packages: ['node:', 'hono', 'pg', 'smtp-server', 'postal-mime'],
  },
  {
    room: 'backend/gateways/sign-in/fake/',
    holds: 'a provider of test accounts, for a shop without one',
    may: ['backend/gateways/'],
    packages: ['node:', 'hono', '@hono/node-server', 'oidc-provider'],
  },
  {
    room: 'backend/gateways/',
    holds: 'the outside world: a port and the real service behind it',
    may: ['money', 'payment/payment-facts', 'user/user.limits'].map((name) => `backend/domain/${name}.ts`),
    packages: ['node:', 'zod', 'jose', 'mercadopago', 'nodemailer', 'aws4fetch', 'sharp'],
    tests: { packages: ['postal-mime'] },
  },
]
