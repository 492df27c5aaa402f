// Two admins who save the same product: what one of them left alone stays as the other made it.
import { toDecimal } from '#backend/domain/money.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Picture } from './gallery.limits.ts'
import type { Product, ProductSpec } from './product.ts'

type Whole = Pick<
  Product,
  'name' | 'description' | 'category' | 'imageUrl' | 'priceCents' | 'isActive' | 'specs' | 'pictures'
>
/** What a form of a product changes, beside its stock. A form that does not show the spec sheet or the gallery leaves it as it is. */
export type ProductForm = Omit<Whole, 'specs' | 'pictures'> & {
  specs?: ProductSpec[] | undefined
  pictures?: Picture[] | undefined
}

const texts = ['category', 'name', 'description', 'imageUrl'] as const
const lists = ['specs', 'pictures'] as const

/**
 * What a form says, that was opened on `seen` (what is absent there was not shown), about a product that is `present` by now. Throws Rejection product_changed if both changed
 * the same part to something else; `changed` holds these parts as they are now.
 */
export function mergeForm(present: Whole, seen: Partial<ProductForm>, form: ProductForm): Whole {
  const isLeftAlone = (part: keyof Whole) => form[part] === undefined || isSame(form[part], seen[part])
  const isDisputed = (part: keyof Whole) =>
    !isLeftAlone(part) &&
    seen[part] !== undefined &&
    !isSame(present[part], seen[part]) &&
    !isSame(present[part], form[part])
  const changed = {
    ...Object.fromEntries([...texts, ...lists].filter(isDisputed).map((part) => [part, present[part]])),
    ...(isDisputed('priceCents') && { price: toDecimal(present.priceCents) }),
  }
  if (Object.keys(changed).length > 0) throw new Rejection('product_changed', { changed })
  const merged = <Part extends keyof Whole>(part: Part) =>
    isLeftAlone(part) ? present[part] : (form[part] as Whole[Part])
  return {
    category: merged('category'),
    name: merged('name'),
    description: merged('description'),
    imageUrl: merged('imageUrl'),
    priceCents: merged('priceCents'),
    isActive: merged('isActive'),
    specs: merged('specs'),
    pictures: merged('pictures'),
  }
}

/** Throws Rejection product_changed if a part of the product is otherwise than it was seen; `changed` holds these parts as they are now. */
export function refuseOtherwise(present: Whole, seen: Partial<ProductForm>): void {
  const parts = [...texts, ...lists].filter((part) => seen[part] !== undefined && !isSame(present[part], seen[part]))
  const isPriced = seen.priceCents !== undefined && seen.priceCents !== present.priceCents
  if (parts.length === 0 && !isPriced) return
  const changed = Object.fromEntries(parts.map((part) => [part, present[part]]))
  throw new Rejection('product_changed', {
    changed: { ...changed, ...(isPriced && { price: toDecimal(present.priceCents) }) },
  })
}

/** Of texts and numbers, and of lists of rows whose fields stand in whatever order. */
function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  const key = (rows: object[]) =>
    JSON.stringify(rows.map((row) => Object.entries(row).sort(([one], [other]) => one.localeCompare(other))))
  return key(a) === key(b)
}
