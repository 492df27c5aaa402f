// The OpenAPI 3.1 document, generated from router and contracts.
import { z } from 'zod'
import { idempotencyKey } from '#backend/domain/repeats.limits.ts'
import { rolesOf } from '#backend/domain/user/roles.limits.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { problemDocument } from '#backend/http/contract/problem.contract.ts'
import type { Route } from '#backend/http/contract/routes.ts'
import { isPermission } from '#backend/http/middleware/allow.ts'
import { type ProblemCode, problems } from '#backend/http/problem-words.ts'

type Json = Record<string, unknown>

type Part = Route['contracts'][number]['part']

export function openApiDocument(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes.filter(({ path }) => path.startsWith('/api/'))) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'GamerTech',
      version: '1',
      description:
        'Errors are problem documents (RFC 9457) with a stable code. What changes something is sent as JSON by a page of the shop: Origin or ' +
        'Sec-Fetch-Site say so. A field, question or body that a call does not know is refused. A page for people: /api/docs.',
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(problemDocument, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid', description: '__Host-sid by https' },
        token: { type: 'http', scheme: 'bearer', description: 'FEED_TOKEN' },
      },
    },
  }
}

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`

function operation(route: Route): Json {
  const { policy, call } = route
  const security = {
    public: [],
    provider: [],
    operator: [],
    subscriber: [{ token: [] }],
    optional: [{}, { session: [] }],
  } as const
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[/:.]+(\w)/g, (_, first: string) => first.toUpperCase())}`,
    tags: route.path.split('/').slice(2, 3),
    summary: call?.does ?? '',
    'x-policy': policy,
    ...(isPermission(policy) && { 'x-roles': ['admin', ...rolesOf(policy)] }),
    security: policy === 'user' || isPermission(policy) ? [{ session: [] }] : security[policy ?? 'public'],
    parameters: [...parametersOf(route), ...(route.isOnce ? [keyParameter] : [])],
    ...bodyOf(route),
    responses: responsesOf(route, call),
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

const contractOf = ({ contracts }: Route, part: Part) => contracts.find((contract) => contract.part === part)?.schema

const keyParameter: Json = {
  name: idempotencyKey,
  in: 'header',
  required: false,
  schema: { type: 'string', format: 'uuid' },
  description:
    'The name of this request, made by its caller. For a day, what was done under it is answered again with the same status and body, but for ' +
    'cookies; another body is refused with key_reused, a repeat while the first is under way with under_way.',
}

function parametersOf(route: Route): Json[] {
  return (['param', 'query'] as const).flatMap((part) => {
    const schema = contractOf(route, part)
    if (!schema) return []
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
    const place = part === 'param' ? 'path' : 'query'
    return Object.entries(properties).map(([name, inner]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: inner,
    }))
  })
}

function bodyOf(route: Route): Json {
  const [json, form] = [contractOf(route, 'json'), contractOf(route, 'form')]
  if (json)
    return { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(json, 'input') } } } }
  if (!form) return {}
  const { properties = {}, ...rest } = schemaOf(form, 'input') as { properties?: Json }
  const files = Object.fromEntries(Object.keys(properties).map((name) => [name, { type: 'string', format: 'binary' }]))
  const schema = { ...rest, properties: files }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

function responsesOf(route: Route, call: Call | undefined): Json {
  const { status = 200, returns: schema, file = 'application/json' } = call ?? { returns: z.unknown() }
  const type = call?.streams ? 'text/event-stream' : file
  const refusals = Object.groupBy(problemsOf(route), (code) => problems[code].status)
  return {
    [status]: {
      description: 'Done.',
      ...(schema && { content: { [type]: { schema: schemaOf(schema, 'output') } } }),
    },
    ...(call?.cached && { 304: { description: 'Nothing has changed since the answer with this ETag.' } }),
    ...Object.fromEntries(Object.entries(refusals).map(([refused, codes]) => [refused, problemAnswer(codes ?? [])])),
  }
}

function problemAnswer(codes: readonly ProblemCode[]): Json {
  const schema = { $ref: '#/components/schemas/Problem', properties: { code: { enum: codes } } }
  return { description: codes.join(', '), content: { 'application/problem+json': { schema } } }
}

/** All problem codes of a call: by policy, input and work. */
export function problemsOf(route: Route): ProblemCode[] {
  const { method, policy, contracts, call } = route
  const isChange = method !== 'GET'
  const knowsCaller = policy === 'user' || isPermission(policy)
  const codes: (ProblemCode | false)[] = [
    ...(['overloaded', 'unavailable', 'unreadable', 'unexpected'] as const),
    (contracts.length > 0 || policy !== 'provider') && 'validation',
    ...(isChange ? (['malformed_json', 'too_deep', 'too_large'] as const) : []),
    ...(isChange && policy !== 'provider' ? (['foreign_origin', 'unsupported_media_type'] as const) : []),
    (knowsCaller || policy === 'subscriber') && 'unauthenticated',
    (knowsCaller || policy === 'optional') && 'user_banned',
    isPermission(policy) && 'forbidden',
    (call?.rate || isLimited(policy)) && 'too_many_requests',
    ...(route.isOnce ? (['key_reused', 'under_way'] as const) : []),
    ...(isChange && knowsCaller ? (['conflict', 'changed_meanwhile', 'already_done'] as const) : []),
    ...(call?.refuses ?? []),
  ]
  return [...new Set(codes.filter((code) => code !== false))]
}

/** The operator's machines, the provider's notices and feed subscribers are unlimited. */
function isLimited(policy: Route['policy']): boolean {
  return policy !== 'provider' && policy !== 'operator' && policy !== 'subscriber'
}
