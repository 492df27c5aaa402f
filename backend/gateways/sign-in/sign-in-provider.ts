// The port to an external account that vouches for a person.

/** `issuer` and `subject` together identify the account forever; the e-mail may change. */
export interface ProviderAccount {
  readonly issuer: string
  readonly subject: string
  /** Empty if the provider gave none. */
  readonly email: string
  readonly isEmailVerified: boolean
  readonly name: string
}

export interface SignInRequest {
  readonly state: string
  readonly nonce: string
  /** PKCE: only its hash leaves the shop before the code is redeemed. */
  readonly verifier: string
  readonly redirectUri: string
}

export interface SignInProvider {
  addressFor(request: SignInRequest): Promise<string>
  redeem(code: string, request: SignInRequest): Promise<ProviderAccount>
  verify(idToken: string, nonce: string): Promise<ProviderAccount>
}

/** refused: bad code or token; unavailable: try again later; misconfigured: an operator must act. */
export type SignInFailure = 'refused' | 'unavailable' | 'misconfigured'

/** The only error of the port. The message is for logs; it contains no token, code or secret. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly kind: SignInFailure

  constructor(kind: SignInFailure, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.kind = kind
  }
}
