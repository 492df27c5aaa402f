import { expect, test } from 'vitest'
import { commandsFor } from './panel-commands.ts'

const sections = [
  { tab: 'productos', title: 'Productos' },
  { tab: 'ordenes', title: 'Órdenes de compra' },
]
const names = (typed: string, may: () => boolean = () => true) =>
  commandsFor(typed, sections, may).map(({ name }) => name)

test('a kind with a number leads to its dossier, first', () => {
  const first = (typed: string) => commandsFor(typed, sections, () => true)[0]?.to
  expect(first('producto 12')).toEqual({ tab: 'productos', dossier: 'product-12' })
  expect(first(' Orden nº 7 ')).toEqual({ tab: 'ordenes', dossier: 'order-7' })
  expect(names('cliente 5')[0]).toBe('Cliente Nº 5')
  expect(names('producto 0')[0]).not.toBe('Producto Nº 0')
})

test('sections are found without accents, any text can be searched, and nobody is offered what they may not read', () => {
  expect(names('ordenes')[0]).toBe('Ir a Órdenes de compra')
  expect(names('')).toEqual(['Ir a Productos', 'Ir a Órdenes de compra'])
  expect(names('Silla')).toEqual([
    'Buscar «Silla» en Productos',
    'Buscar «Silla» en Clientes',
    'Buscar «Silla» en Órdenes de compra',
    'Buscar «Silla» en Reseñas',
  ])
  expect(names('producto 12', () => false)).toEqual([])
})
