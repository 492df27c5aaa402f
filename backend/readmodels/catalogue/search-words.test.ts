import { describe, expect, test } from 'vitest'
import { isOneSlip, lexemesOf, searchedWords, slipsOf, stem, wordsOf } from './search-words.ts'

describe('words', () => {
  test('of a product: lower case, without accents and fillers, singular, each once; amounts and hyphens also joined', () => {
    expect(wordsOf('Refrigeración líquida de 240 mm')).toEqual(['refrigeracion', 'liquida', '240', 'mm', '240mm'])
    expect(wordsOf('Monitores Wi-Fi')).toEqual(['monitor', 'wi', 'fi', 'wifi'])
    expect(wordsOf('SSD 1TB y 1 TB')).toEqual(['ssd', '1', 'tb', '1tb'])
    expect(wordsOf('VX9070')).toEqual(['vx', '9070', 'vx9070'])
    expect(wordsOf(' "&|! ')).toEqual([])
  })

  test('of a search: fillers only if there is nothing else, an amount with its unit as one', () => {
    expect(searchedWords('placas de video')).toEqual(['placa', 'video'])
    expect(searchedWords('ssd 1 TB')).toEqual(['ssd', '1tb'])
    expect(searchedWords('de la')).toEqual(['de', 'la'])
    expect(searchedWords("'; drop & | !:*")).toEqual(['drop'])
    expect(searchedWords('%_')).toEqual([])
  })

  test('singular and plural have one stem', () => {
    for (const [one, many] of [
      ['monitor', 'monitores'],
      ['cable', 'cables'],
      ['teclado', 'teclados'],
      ['luz', 'luces'],
      ['mouse', 'mouses'],
    ] as const)
      expect(stem(many)).toBe(stem(one))
    expect(['usb', 'gb', '9950x'].map(stem)).toEqual(['usb', 'gb', '9950x'])
  })

  test('numbers and short words are asked for whole, longer ones from their beginning', () => {
    const beginnings = ['27', 'tb', 'monitor', '1tb'].map((word) =>
      lexemesOf(word)
        .flat()
        .map((each) => each.isBeginning),
    )
    expect(beginnings).toEqual([[false], [false], [true], [true]])
    const [whole, parts] = lexemesOf('vx9070')
    expect(whole).toEqual([{ text: 'vx9070', isBeginning: true }])
    expect(parts?.map(({ text }) => text)).toEqual(['vx', '9070'])
  })
})

describe('slips', () => {
  const pairs = {
    tecaldo: 'teclado',
    notebok: 'notebook',
    mause: 'mouse',
    auricualr: 'auricular',
    monitorr: 'monitor',
    plaka: 'placa',
  }

  test('one letter more, less, changed or swapped with its neighbour', () => {
    for (const [slip, right] of Object.entries(pairs)) {
      expect(isOneSlip(slip, right), slip).toBe(true)
      expect(isOneSlip(right, slip), slip).toBe(true)
    }
    for (const [one, other] of [
      ['mouse', 'mouse'],
      ['mouse', 'muose s'],
      ['monitor', 'motor'],
      ['tecla', 'lecta'],
      ['casa', 'cosas'],
    ] as const)
      expect(isOneSlip(one, other), `${one} ${other}`).toBe(false)
  })

  test('two words that are one slip apart have what is left of them in common', () => {
    for (const [slip, right] of Object.entries(pairs))
      expect(
        slipsOf(slip).filter((left) => slipsOf(right).includes(left)),
        slip,
      ).not.toEqual([])
    expect([slipsOf('usb'), slipsOf('s3970')]).toEqual([[], []])
  })
})
