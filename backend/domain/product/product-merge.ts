// Two admins who save the same product: what one of them left alone stays as the other made it.
import { toDecimal } from '#backend/domain/money.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Product } from './product.ts'

/** What a form of a product changes, beside its stock. */
export type ProductForm = Pick<Product, 'name' | 'description' | 'category' | 'imageUrl' | 'priceCents' | 'isActive'>

const texts = ['category', 'name', 'description', 'imageUrl'] as const

/**
 * What a form says, that was opened on `seen`, about a product that is `present` by now. Throws Rejection product_changed if both changed
 * the same part to something else; `changed` holds these parts as they are now.
 */
export function mergeForm(present: ProductForm, seen: ProductForm, form: ProductForm): ProductForm {
  const isLeftAlone = (part: keyof ProductForm) => form[part] === seen[part]
  const isDisputed = (part: keyof ProductForm) =>
    !isLeftAlone(part) && present[part] !== seen[part] && present[part] !== form[part]
  const changed = {
    ...Object.fromEntries(texts.filter(isDisputed).map((part) => [part, present[part]])),
    ...(isDisputed('priceCents') && { price: toDecimal(present.priceCents) }),
  }
  if (Object.keys(changed).length > 0) throw new Rejection('product_changed', { changed })
  return {
    category: isLeftAlone('category') ? present.category : form.category,
    name: isLeftAlone('name') ? present.name : form.name,
    description: isLeftAlone('description') ? present.description : form.description,
    imageUrl: isLeftAlone('imageUrl') ? present.imageUrl : form.imageUrl,
    priceCents: isLeftAlone('priceCents') ? present.priceCents : form.priceCents,
    isActive: isLeftAlone('isActive') ? present.isActive : form.isActive,
  }
}
