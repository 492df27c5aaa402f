// What an access token of the provider tells about the account behind it.

/** undefined: the token's form does not tell. */
export interface WalletAccount {
  readonly sellerId: string | undefined
  readonly liveMode: boolean | undefined
}

/**
 * Tokens read `APP_USR-<application>-<date>-<hash>-<account>` in production and `TEST-...-<account>` for tests. The
 * account is the seller whom payments must name, the prefix tells whether they must be live. Any other form (a token
 * issued in future) yields undefined and the caller has to take both from its configuration or skip the comparison.
 */
export function accountOfToken(accessToken: string): WalletAccount {
  const form = /^(APP_USR|TEST)-.+-(\d{1,20})$/.exec(accessToken)
  return { sellerId: form?.[2], liveMode: form ? form[1] === 'APP_USR' : undefined }
}
