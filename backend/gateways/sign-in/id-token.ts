import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import { type ProviderAccount, SignInError } from './sign-in-provider.ts'

export interface Expected {
  readonly issuer: string
  readonly clientId: string
  readonly nonce: string
  readonly now: Date
}

/** Accepts asymmetric signatures only: otherwise anybody could sign with the public key as shared secret (RFC 8725). */
const algorithms = ['RS256']
const longest = 16_384
/** Seconds: a sign-in takes ten minutes at most; tolerates clock differences. */
const [maxAgeSeconds, toleranceSeconds] = [600, 60]
const google = ['https://accounts.google.com', 'accounts.google.com']

const claims = z.object({
  sub: z.string().min(1).max(255),
  azp: z.string().optional(),
  email: z.string().max(254).catch(''),
  email_verified: z.unknown().optional(),
  name: z.string().max(1000).catch(''),
})

/** Throws SignInError: refused for a bad token, unavailable if the provider's keys can't be fetched. */
export async function readIdToken(token: string, keys: JWTVerifyGetKey, expected: Expected): Promise<ProviderAccount> {
  const { issuer, clientId, nonce } = expected
  if (token.length > longest) throw new SignInError('refused', 'the ID token is too long')
  const payload = await verified(token, keys, expected)
  const read = claims.safeParse(payload)
  if (!read.success) throw new SignInError('refused', 'the ID token has no usable subject')
  const { sub, azp, email, email_verified: isVerified, name } = read.data
  const isForUs = azp === undefined ? !Array.isArray(payload.aud) || payload.aud.length === 1 : azp === clientId
  if (!isForUs) throw new SignInError('refused', 'the ID token was issued to another client')
  if (nonce === '' || payload.nonce !== nonce) throw new SignInError('refused', 'the ID token is of another sign-in')
  return { issuer, subject: sub, email, isEmailVerified: email !== '' && isVerified === true, name }
}

async function verified(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId, now }: Expected,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms,
      issuer: google.includes(issuer) ? google : issuer,
      audience: clientId,
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
      maxTokenAge: maxAgeSeconds,
      clockTolerance: toleranceSeconds,
      currentDate: now,
    })
    return payload
  } catch (error) {
    throw toSignInError(error)
  }
}

function toSignInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error
  const code = error instanceof errors.JOSEError ? error.code : 'ERR_JOSE_GENERIC'
  // jose's codes for problems with the keys rather than the token.
  const isOfKeys = ['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT'].includes(code)
  if (isOfKeys) return new SignInError('unavailable', "the provider's keys cannot be had", { cause: error })
  return new SignInError('refused', `the ID token is not good: ${code}`, { cause: error })
}
