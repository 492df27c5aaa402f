import type { Step } from './demo-plan.ts'
import { repeatableNumbers } from './repeatable-numbers.ts'

const hour = 3_600_000
const troubled = [
  'Gracias por contarlo. Mandanos el número de orden desde Contacto y lo revisamos: si es una falla, la cubre la garantía.',
  'Lamentamos que no haya salido como esperabas. Traelo al local cuando quieras y lo probamos con vos, sin turno.',
  'Tomamos nota y se lo pasamos a la marca. Si querés cambiarlo por otro modelo, escribinos y vemos qué te conviene.',
  'Así no debería ser. Escribinos desde Contacto con una foto y coordinamos el cambio, el envío corre por nuestra cuenta.',
  'Perdón por la mala experiencia. Ya revisamos las unidades que quedan en depósito; la tuya la cambiamos cuando quieras.',
] as const
const hesitant = [
  'Gracias por la opinión sincera, le sirve a quien viene atrás. Si podemos ayudarte a dejarlo a punto, escribinos.',
  'Buen dato. Cualquier duda con la instalación o la configuración, estamos en Contacto.',
  'Te entendemos. Si lo que buscás es otra cosa, en el local podés comparar modelos antes de decidir.',
] as const
const happy = [
  '¡Gracias por tomarte el tiempo! Que lo disfrutes.',
  'Qué bueno leerlo. ¡Gracias por elegirnos!',
] as const

/** No text stands twice on a product's page unless all of its kind do. */
export function answersTo(steps: readonly Step[], now: number): Step[] {
  const random = repeatableNumbers(2_911)
  const given = new Map<string, number>()
  return steps.flatMap((step): Step[] => {
    if (step.do !== 'review') return []
    const [chance, wait] = [random(), random()]
    const { texts, share } = answersFor(step.score)
    const at = new Date(step.at.getTime() + (2 + 46 * wait) * hour)
    if (chance >= share || at.getTime() >= now) return []
    const kind = `${step.product} ${texts[0]}`
    const nth = given.get(kind) ?? step.product
    given.set(kind, nth + 1)
    return [{ at, do: 'answer', review: step, text: texts[nth % texts.length] ?? texts[0] }]
  })
}

/** `share`: how many of the reviews with this score are answered. */
function answersFor(score: number): { texts: readonly [string, ...string[]]; share: number } {
  if (score <= 2) return { texts: troubled, share: 0.9 }
  if (score === 3) return { texts: hesitant, share: 0.4 }
  return { texts: happy, share: score === 5 ? 0.06 : 0 }
}
