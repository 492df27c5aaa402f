// The fields of a product by which trade knows it: who makes it, its codes, its guarantee, its parcel.
import type { NamedField } from './field-kinds.ts'
import { productLimits } from './product.limits.ts'

export const tradeFields = {
  brand: {
    kind: 'text',
    max: productLimits.brand,
    label: 'Marca',
    alike: ['fabricante', 'brand', 'manufacturer', 'vendor'],
    default: null,
  },
  sku: {
    kind: 'sku',
    max: productLimits.sku,
    label: 'Código (SKU)',
    title: 'SKU',
    alike: ['codigosku', 'codigointerno', 'variantsku'],
    default: null,
  },
  mpn: {
    kind: 'text',
    max: productLimits.mpn,
    label: 'Número de parte (MPN)',
    title: 'MPN',
    alike: ['numerodeparte', 'parte', 'partnumber', 'numerodepartempn', 'modelo', 'model'],
    default: null,
  },
  ean: {
    kind: 'ean',
    max: productLimits.ean,
    label: 'Código de barras (EAN)',
    title: 'EAN',
    alike: ['codigodebarras', 'barras', 'gtin', 'upc', 'barcode', 'codigodebarrasean'],
    default: null,
  },
  guaranteeMonths: {
    kind: 'number',
    max: productLimits.guaranteeMonths,
    unit: 'meses',
    label: 'Garantía (meses)',
    alike: ['garantia', 'mesesdegarantia', 'warranty'],
    default: null,
  },
  guaranteeBy: {
    kind: 'text',
    max: productLimits.guaranteeBy,
    label: 'Quién responde por la garantía',
    title: 'Garantía de',
    alike: ['garantiapor', 'quienrespondeporlagarantia', 'warrantyby'],
    default: null,
  },
  weightGrams: {
    kind: 'number',
    max: productLimits.weightGrams,
    unit: 'gramos',
    label: 'Peso con caja (g)',
    title: 'Peso (g)',
    alike: ['pesog', 'gramos', 'pesogramos', 'pesoconcajag', 'grams', 'variantgrams'],
    default: null,
  },
  size: {
    kind: 'text',
    max: productLimits.size,
    label: 'Medidas de la caja',
    title: 'Medidas',
    alike: ['dimensiones', 'medidasdelacaja', 'dimensions', 'size'],
    default: null,
  },
} as const satisfies Record<string, NamedField>
