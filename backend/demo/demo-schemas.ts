// The schemas of the demo's categories, and the values that its products' rows say more than one of at once.
import type { EnteredAttributes } from '#backend/domain/product/schema/attribute-value.limits.ts'
import type { Attribute } from '#backend/domain/product/schema/schema.limits.ts'

type Parts = Partial<Omit<Attribute, 'key' | 'label'>>

/** Comparable; a free row of its name is its value. */
function attribute(key: string, label: string, parts: Parts = {}): Attribute {
  const plain = {
    kind: 'text',
    aliases: [],
    unit: '',
    choices: [],
    steps: [],
    isRequired: false,
    filter: null,
  } as const
  return { key, label, ...plain, isComparable: true, role: null, ...parts }
}

const number = (key: string, label: string, unit: string, parts: Parts = {}) =>
  attribute(key, label, { kind: 'number', unit, ...parts })
const atLeast = (...steps: number[]): Parts => ({ steps, filter: 'atLeast' })
const atMost = (...steps: number[]): Parts => ({ steps, filter: 'atMost' })
const values = { filter: 'values' } as const
const choice = (key: string, label: string, ...choices: string[]) =>
  attribute(key, label, { kind: 'choice', choices, ...values })
const needed = { isRequired: true }

const memory = number('memoria', 'Memoria', 'GB', values)
const storage = number('almacenamiento', 'Almacenamiento', 'GB', atLeast(512, 1000, 2000))

export const demoSchemas: Readonly<Record<string, readonly Attribute[]>> = {
  Monitores: [
    number('tamano', 'Tamaño', '"', { aliases: ['Pantalla'], ...values, ...needed, role: 'size' }),
    choice('panel', 'Panel', 'IPS', 'VA', 'QLED', 'OLED', 'TN'),
    attribute('resolucion', 'Resolución', { kind: 'choice', ...values, ...needed }),
    number('frecuencia', 'Frecuencia', 'Hz', { ...atLeast(120, 144, 165, 240), ...needed }),
    number('respuesta', 'Respuesta', 'ms', atMost(1, 5)),
    attribute('entradas', 'Entradas', { role: 'video-inputs' }),
    number('peso', 'Peso', 'kg'),
  ],
  'Placas de Video': [
    { ...memory, ...atLeast(8, 12, 16, 24), ...needed },
    choice('tipo-de-memoria', 'Tipo de memoria', 'GDDR6', 'GDDR7', 'GDDR7 ECC'),
    number('bus', 'Bus', 'bits', { aliases: ['Bus de memoria'] }),
    number('frecuencia', 'Frecuencia', 'MHz'),
    number('consumo', 'Consumo', 'W', { ...atMost(100, 200, 300), ...needed, role: 'gpu-watts' }),
    number('fuente', 'Fuente recomendada', 'W', { role: 'psu-advice' }),
    number('largo', 'Largo', 'mm', { ...atMost(200, 250, 300), role: 'gpu-length' }),
    attribute('salidas', 'Salidas', { role: 'video-outputs' }),
  ],
  Laptops: [
    number('tamano', 'Tamaño', '"', { aliases: ['Pantalla'], ...values }),
    attribute('procesador', 'Procesador'),
    attribute('graficos', 'Gráficos'),
    { ...memory, ...atLeast(16, 32, 64), ...needed },
    storage,
    number('peso', 'Peso', 'kg', atMost(1.5, 2.5)),
    attribute('bateria', 'Batería'),
  ],
  Procesadores: [
    number('nucleos', 'Núcleos', '', { ...atLeast(6, 8, 16), ...needed }),
    number('hilos', 'Hilos', ''),
    attribute('frecuencia', 'Frecuencia'),
    attribute('zocalo', 'Zócalo', { kind: 'choice', ...values, ...needed, role: 'cpu-socket' }),
    number('consumo', 'Consumo', 'W', { ...atMost(65, 105, 170), role: 'cpu-watts' }),
    number('cache', 'Caché', 'MB'),
    attribute('graficos', 'Gráficos'),
  ],
  Almacenamiento: [
    number('capacidad', 'Capacidad', 'GB', { ...atLeast(500, 1000, 2000, 4000), ...needed }),
    attribute('formato', 'Formato', { role: 'drive-form' }),
    attribute('interfaz', 'Interfaz', { role: 'drive-interface' }),
    number('lectura', 'Lectura', 'MB/s', atLeast(500, 5000, 10_000)),
    number('escritura', 'Escritura', 'MB/s'),
  ],
  Coolers: [
    attribute('tipo', 'Tipo', { kind: 'choice', ...values }),
    number('altura', 'Altura', 'mm', { ...atMost(60, 155, 165), role: 'cooler-height' }),
    number('disipacion', 'Disipación', 'W', { ...atLeast(95, 180, 250), role: 'cooler-watts' }),
    number('radiador', 'Radiador', 'mm', { ...values, role: 'radiator-size' }),
    number('ruido', 'Ruido', 'dB'),
  ],
  'Sillas Gamer': [
    attribute('material', 'Material'),
    number('peso-maximo', 'Peso máximo', 'kg', { ...atLeast(110, 130, 150), ...needed }),
    attribute('apoyabrazos', 'Apoyabrazos', { kind: 'choice', ...values }),
    attribute('reclinacion', 'Reclinación'),
  ],
  Consolas: [
    storage,
    memory,
    attribute('video', 'Video'),
    number('pantalla', 'Pantalla', '"'),
    attribute('conexion', 'Conexión'),
  ],
  'Placas Madre': [
    attribute('zocalo', 'Zócalo', { kind: 'choice', ...values, ...needed, role: 'board-socket' }),
    attribute('chipset', 'Chipset', { kind: 'choice', ...values }),
    choice('formato', 'Formato', 'E-ATX', 'ATX', 'Micro-ATX', 'Mini-ITX'),
    attribute('tipo-de-memoria', 'Tipo de memoria', { kind: 'choice', ...needed, role: 'board-memory-type' }),
    number('ranuras-de-memoria', 'Ranuras de memoria', '', { ...atLeast(2, 4), role: 'board-memory-slots' }),
    number('memoria-maxima', 'Memoria máxima', 'GB', { role: 'board-memory-most' }),
    number('velocidad-de-memoria', 'Velocidad de memoria', 'MT/s'),
    number('ranuras-m2', 'Ranuras M.2', '', { ...atLeast(1, 2, 3), role: 'board-m2-slots' }),
    number('puertos-sata', 'Puertos SATA', '', { role: 'board-sata-ports' }),
    attribute('ranura-grafica', 'Ranura gráfica'),
    number('red', 'Red', 'Gb/s', atLeast(2.5, 10)),
    attribute('wifi', 'Wi-Fi', { kind: 'choice', ...values }),
    number('conectores-eps', 'Conectores EPS', '', { role: 'board-eps-plugs' }),
  ],
  'Memorias RAM': [
    number('capacidad', 'Capacidad', 'GB', { ...atLeast(16, 32, 64), ...needed, role: 'memory-size' }),
    number('modulos', 'Módulos', '', { ...values, ...needed, role: 'memory-modules' }),
    attribute('tipo', 'Tipo', { kind: 'choice', ...values, ...needed, role: 'memory-type' }),
    choice('formato', 'Formato', 'DIMM', 'SO-DIMM', 'RDIMM'),
    number('velocidad', 'Velocidad', 'MT/s', atLeast(5600, 6000, 6400)),
    attribute('latencia', 'Latencia'),
    number('voltaje', 'Voltaje', 'V'),
    number('altura', 'Altura', 'mm', { ...atMost(35, 45), role: 'memory-height' }),
    attribute('iluminacion', 'Iluminación'),
    attribute('ecc', 'ECC', { kind: 'yesNo', ...values }),
  ],
  Fuentes: [
    number('potencia', 'Potencia', 'W', { ...atLeast(550, 650, 750, 850, 1000), ...needed, role: 'psu-watts' }),
    attribute('certificacion', 'Certificación', { kind: 'choice', ...values }),
    choice('modular', 'Modular', 'Completa', 'Semi', 'No'),
    choice('formato', 'Formato', 'ATX', 'SFX'),
    attribute('norma', 'Norma'),
    number('largo', 'Largo', 'mm', { ...atMost(140, 150), role: 'psu-length' }),
    number('conectores-eps', 'Conectores EPS', '', { role: 'psu-eps-plugs' }),
    number('conectores-pcie', 'Conectores PCIe', '', { role: 'psu-pcie-plugs' }),
    number('conectores-12v', 'Conectores 12V-2x6', '', { ...atLeast(1, 2), role: 'psu-12v-plugs' }),
    number('ventilador', 'Ventilador', 'mm'),
  ],
  Gabinetes: [
    attribute('formato', 'Formato', { kind: 'choice', ...values }),
    attribute('placas-madre', 'Placas madre', {
      kind: 'list',
      choices: ['E-ATX', 'ATX', 'Micro-ATX', 'Mini-ITX'],
      ...values,
      ...needed,
      role: 'case-boards',
    }),
    number('placa-de-video', 'Placa de video', 'mm', { ...atLeast(320, 350, 400), role: 'case-gpu-length' }),
    number('altura-del-cooler', 'Altura del cooler', 'mm', { ...atLeast(150, 165), role: 'case-cooler-height' }),
    number('largo-de-la-fuente', 'Largo de la fuente', 'mm', { role: 'case-psu-length' }),
    choice('formato-de-fuente', 'Formato de fuente', 'ATX', 'SFX'),
    number('radiador', 'Radiador', 'mm', { ...atLeast(240, 360), role: 'case-radiator' }),
    number('ventiladores', 'Ventiladores incluidos', ''),
    number('bahias-35', 'Bahías de 3,5"', ''),
    number('bahias-25', 'Bahías de 2,5"', ''),
    number('ranuras', 'Ranuras de expansión', ''),
    attribute('frente', 'Frente', { kind: 'choice', ...values }),
    attribute('color', 'Color', { kind: 'choice', ...values }),
  ],
  Periféricos: [
    attribute('conexion', 'Conexión', { kind: 'choice', ...values }),
    attribute('formato', 'Formato'),
    attribute('iluminacion', 'Iluminación'),
    number('peso', 'Peso', 'g', atMost(80, 300)),
  ],
}

/** The part of a row that is the value of another attribute. */
const within: Readonly<Record<string, readonly { key: string; row: string; pattern: RegExp }[]>> = {
  Monitores: [{ key: 'panel', row: 'Pantalla', pattern: /\b(IPS|VA|QLED|OLED|TN)\b/ }],
  'Placas de Video': [{ key: 'tipo-de-memoria', row: 'Memoria', pattern: /GDDR\d\S*( ECC)?/ }],
}

type Described = { category: string; specs: readonly { name: string; value: string }[] }

export function demoAttributes({ category, specs }: Described): EnteredAttributes {
  const found = (within[category] ?? []).flatMap(({ key, row, pattern }) => {
    const [text] = pattern.exec(specs.find(({ name }) => name === row)?.value ?? '') ?? []
    return text ? [[key, text] as const] : []
  })
  return Object.fromEntries(found)
}
