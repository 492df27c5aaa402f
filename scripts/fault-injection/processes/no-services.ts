// Unreachable services: their work fails as unavailable and is retried.
const nowhere = 'http://127.0.0.1:9'

/** Wallet, mail server and sign-in that nobody answers. */
export const noServices = {
  paymentWallet: {
    accessToken: 'TEST-1-0-0-1',
    webhookSecret: 'fault-injection-secret',
    publicKey: 'TEST-1',
    apiBaseUrl: nowhere,
  },
  smtpUrl: 'smtp://127.0.0.1:9',
  signIn: { issuer: nowhere, clientId: 'shop', clientSecret: 'secret' },
}
