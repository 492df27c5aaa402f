// Merges two admins' changes of one product: fields that one left alone stay as the other made them.

import { Rejection } from '#backend/domain/rejection.ts'
import { isSameContent } from '#backend/domain/same-content.limits.ts'
import { differingKeys, ownKeys, type ProductFields, type ProductParts, pickFields, toWire } from './product-fields.ts'

type OwnKey = keyof ProductFields

/**
 * Applies a form to the `present` product. `seen`: the product as opened, without hidden parts. Throws Rejection
 * product_changed if both changed a field differently; `changed` holds these fields as they are now.
 */
export function mergeForm(present: ProductFields, seen: ProductParts, form: ProductParts): ProductFields {
  const isLeftAlone = (key: OwnKey) => form[key] === undefined || isSameContent(form[key], seen[key])
  const disputed = ownKeys.filter(
    (key) =>
      !isLeftAlone(key) &&
      seen[key] !== undefined &&
      !isSameContent(present[key], seen[key]) &&
      !isSameContent(present[key], form[key]),
  )
  if (disputed.length > 0) throw productChanged(present, disputed)
  const merged = ownKeys.map((key) => [key, isLeftAlone(key) ? present[key] : form[key]])
  return Object.fromEntries(merged) as ProductFields
}

/** Throws Rejection product_changed if the product isn't as `seen`; `changed` holds these fields as they are now. */
export function refuseOtherwise(present: ProductFields, seen: ProductParts): void {
  const shown = ownKeys.filter((key) => seen[key] !== undefined)
  const changed = differingKeys(shown, present, seen)
  if (changed.length > 0) throw productChanged(present, changed)
}

function productChanged(present: ProductFields, keys: readonly OwnKey[]): Rejection {
  return new Rejection('product_changed', { changed: toWire(pickFields(present, keys)) })
}
