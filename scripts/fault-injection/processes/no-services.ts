// Services where nobody listens: what has to do with them is refused as away, and tried again later.
const nowhere = 'http://127.0.0.1:9'

/** For a shop under test that needs a wallet, a mail server and accounts to sign in with, and reaches none of them. */
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
