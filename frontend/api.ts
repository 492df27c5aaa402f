// All calls to the API: one typed client per group of calls, and the types of their answers.
import type { ClientResponse, hc } from 'hono/client'
import { idempotencyKey, namedCalls } from '#backend/domain/repeats.limits.ts'
import type * as http from '#backend/http/api.ts'
import { ApiError } from '#frontend/api-error.ts'
import { callShop } from '#frontend/arrival/short-cut.ts'

// A POST that is retried after a lost answer reuses its Idempotency-Key, so it runs once.
const paths = namedCalls.map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`))
const callNamed = namingRequests(callShop)

export const shopApi = callsOf('/shop')
export const catalogueApi = callsOf('/catalogue')
export const productApi = callsOf('/product')
export const userApi = callsOf('/users')
export const mailApi = callsOf('/send-email')
export const googleApi = callsOf('/auth/google')
export const sessionApi = callsOf('/session')
export const cartApi = callsOf('/cart')
export const deliveryApi = callsOf('/delivery')
export const paymentApi = callsOf('/payment')
export const purchaseApi = callsOf('/purchase')
export const orderApi = callsOf('/order')
export const panelApi = callsOf('/panel')
export const auditApi = callsOf('/panel/audit')
export const batchApi = callsOf('/panel/batches')
export const operationsApi = callsOf('/panel/operations')
/** For calls without content: the API still wants JSON. */
export const emptyJson = { headers: { 'content-type': 'application/json' }, init: { body: '{}' } }

/**
 * Adds an Idempotency-Key to calls. A call without a conclusive answer keeps its key for the next try of the same
 * content; every other call, also with equal content, gets a new key.
 */
export function namingRequests(call: typeof fetch): typeof fetch {
  const unanswered = new Map<string, string>()
  return async (input, init) => {
    if (typeof input !== 'string' || init?.method !== 'POST' || !paths.some((path) => path.test(input)))
      return call(input, init)
    const content = `${input} ${typeof init.body === 'string' ? init.body : ''}`
    const name = unanswered.get(content) ?? crypto.randomUUID()
    // Equal calls under way are separate requests: both presses count.
    unanswered.delete(content)
    const headers = new Headers(init.headers)
    headers.set(idempotencyKey, name)
    try {
      const answer = await call(input, { ...init, headers })
      if (isOpen(answer)) unanswered.set(content, name)
      return answer
    } catch (error) {
      unanswered.set(content, name)
      throw error
    }
  }
}

/** The request may have been done or is under way. Only 409 answers of that kind carry Retry-After. */
function isOpen({ status, headers }: Response): boolean {
  return status >= 500 || (status === 409 && headers.has('retry-after'))
}

type Call = (...args: never[]) => Promise<unknown>
type Success<R> =
  R extends ClientResponse<infer Body, infer Status, string> ? (Status extends 200 | 201 | 202 ? Body : never) : never
type Answer<C extends Call> = Success<Awaited<ReturnType<C>>>

/** Returns the body of a successful answer. Throws ApiError. */
export async function answered<R extends ClientResponse<unknown, number, string>>(
  call: Promise<R>,
): Promise<Success<R>> {
  const response = await accepted(call)
  return (response.status === 204 ? undefined : await response.json()) as Success<R>
}

/** Returns the file of a successful answer. Throws ApiError, also if the file breaks off. */
export async function fileOf(call: Promise<ClientResponse<unknown, number, string>>): Promise<Blob> {
  const response = await accepted(call)
  return response.blob().catch(() => {
    throw new ApiError(0)
  })
}

async function accepted<R extends ClientResponse<unknown, number, string>>(call: Promise<R>): Promise<R> {
  const response = await call.catch(() => {
    throw new ApiError(0)
  })
  if (response.ok) return response
  const retryAfter = Number(response.headers.get('retry-after'))
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  const problem = isProblem ? await response.json().catch(() => undefined) : undefined
  throw new ApiError(response.status, problem as Partial<http.Problem> | undefined, retryAfter > 0 ? retryAfter : null)
}

export type {
  AuditRow,
  CausesPage as AuditCauses,
  EntityPage as AuditStory,
  StockMovement,
} from '#backend/domain/audit/audit.contract.ts'
export type { BatchView as Batch, ItemView as BatchRow } from '#backend/domain/batch/batch.contract.ts'
export type { DeliveryQuote, DeliveryTable } from '#backend/domain/delivery/delivery.contract.ts'
export type {
  DeadLetterView as DeadLetter,
  OperationsStatus as Operations,
  SubscriptionView as Subscription,
  WorkView as OperationWork,
} from '#backend/domain/operation/operation.contract.ts'
export type { OrderDetail, OrderView as Order, PanelOrder } from '#backend/domain/order/order.contract.ts'
export type {
  AccountsOverview,
  ProductsOverview,
  ReviewsOverview,
  SalesOverview,
} from '#backend/domain/overview/overview.contract.ts'
export type {
  InstalmentsView as Instalments,
  PriceHistoryView as PriceHistory,
} from '#backend/domain/product/catalogue.contract.ts'
export type { TransferOffer } from '#backend/domain/transfer/transfer.contract.ts'
export type { LiveNews, LiveProduct } from '#backend/http/api.ts'
export type CataloguePage = Answer<typeof catalogueApi.index.$get>
export type CatalogueItem = CataloguePage['items'][number]
export type ShelfItem = Answer<typeof catalogueApi.shelf.$get>[number]
export type Offer = Answer<typeof catalogueApi.offers.$get>[number]
export type Product = Answer<(typeof productApi)[':id']['$get']>
export type Review = Product['reviews'][number]
export type Session = Answer<typeof sessionApi.index.$get>
export type OpenSession = Answer<typeof sessionApi.open.$get>['sessions'][number]
export type User = NonNullable<Session['user']>
export type SignedIn = Answer<typeof userApi.verifyuser.$post>
export type Cart = Answer<(typeof cartApi)[':id']['$get']>
export type CartLine = Cart['lines'][number]
export type CartDifference = NonNullable<http.Problem['differences']>[number]
export type RepeatDifference = Answer<typeof cartApi.buyagain.$post>['differences'][number]
export type MergedCart = Answer<typeof cartApi.addcartfromlocalstorage.$post>
export type Preference = Answer<typeof paymentApi.create_preference.$post>
/** Includes the address, for its buyer and for admins. */
export type ShippedOrder = Answer<(typeof orderApi)[':id']['$get']>
export type OrderState = ShippedOrder['state']
export type PanelProduct = Answer<typeof panelApi.reviewed.$get>['items'][number]
export type ListedProduct = Answer<typeof panelApi.products.$get>['items'][number]
export type PanelUser = Answer<typeof panelApi.users.$get>['items'][number]
export type DossierUser = Answer<(typeof panelApi.users)[':id']['$get']>
export type PanelOrderDetail = Answer<(typeof panelApi.orders)[':id']['$get']>
export type UnmatchedPayment = Answer<typeof panelApi.unmatched.$get>['payments'][number]

// Uses hono's types only; its client code would add 1.2 KB to every first page for cases that the shop doesn't have.
type Args = {
  param?: Record<string, string>
  query?: Record<string, string | undefined>
  json?: unknown
  form?: Record<string, string | Blob>
}
type Options = { headers?: Record<string, string>; init?: RequestInit }

/** The calls of the API below `path`: `callsOf('/order')[':id'].$get({ param: { id } })`. */
function callsOf<Path extends keyof http.Api>(path: Path): ReturnType<typeof hc<http.Api[Path]>> {
  return callsBelow(`/api${path}`) as ReturnType<typeof hc<http.Api[Path]>>
}

function callsBelow(path: string): unknown {
  return new Proxy(
    {},
    {
      get(_, name) {
        if (typeof name === 'symbol') return undefined
        if (name.startsWith('$')) return (args?: Args, options?: Options) => call(name.slice(1), path, args, options)
        return callsBelow(name === 'index' ? path : `${path}/${name}`)
      },
    },
  )
}

function call(method: string, path: string, { param = {}, query = {}, json, form }: Args = {}, options: Options = {}) {
  const place = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(param[name] ?? ''))
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const asked = given.length > 0 ? `?${new URLSearchParams(given).toString()}` : ''
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  const body = form ? formOf(form) : json === undefined ? undefined : JSON.stringify(json)
  return callNamed(`${place}${asked}`, {
    ...(body !== undefined && { body }),
    method: method.toUpperCase(),
    headers: { ...type, ...options.headers },
    ...options.init,
  })
}

function formOf(fields: NonNullable<Args['form']>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
