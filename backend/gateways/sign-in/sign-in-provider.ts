// The port to an account elsewhere that vouches for its person.

/** Whom the provider vouches for. `issuer` and `subject` together name the account for ever; the e-mail may change. */
export interface ProviderAccount {
  readonly issuer: string
  readonly subject: string
  /** Empty if the provider told none. */
  readonly email: string
  readonly isEmailVerified: boolean
  /** Empty if the provider told none. */
  readonly name: string
}

/** What one sign-in is held together by; all of it random but the address, which the provider must know beforehand. */
export interface SignInRequest {
  readonly state: string
  readonly nonce: string
  /** PKCE: only its hash leaves the shop before the code is redeemed. */
  readonly verifier: string
  readonly redirectUri: string
}

export interface SignInProvider {
  /** The provider's page for this sign-in. */
  addressFor(request: SignInRequest): Promise<string>
  /** Redeems the code that the person came back with. */
  redeem(code: string, request: SignInRequest): Promise<ProviderAccount>
  /** Reads an ID token that the browser has from the provider; it must carry the nonce. */
  verify(idToken: string, nonce: string): Promise<ProviderAccount>
}

/** refused: the code or the token is not good; unavailable: try again later; misconfigured: an operator must act. */
export type SignInFailure = 'refused' | 'unavailable' | 'misconfigured'

/** Every method of the port throws it and nothing else. The message is for logs; it holds no token, code or secret. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly kind: SignInFailure

  constructor(kind: SignInFailure, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.kind = kind
  }
}
