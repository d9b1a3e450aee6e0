import type { Desk } from './hear/request.ts'
import { type Company, type Department, type Line, wishesAt } from './world.ts'

const desks = new WeakMap<Department, Desk>()

/** What a department must know of its company to understand a request. */
export function deskOf({ company, department }: Line): Desk {
  const known = desks.get(department)
  if (known !== undefined) return known
  const { name, industry, departments } = company
  const kinds = departments.map(({ kind }) => kind)
  const behind = departments.filter(({ id }) => isBefore(company, department.id, id))
  const desk: Desk = {
    company: name,
    industry,
    kind: department.kind,
    kinds,
    behind: behind.map(({ kind }) => kind),
    wishes: wishesAt(company),
  }
  desks.set(department, desk)
  return desk
}

/** Whether the first department is a prerequisite of the second, directly or not. */
function isBefore(company: Company, first: string, second: string): boolean {
  const { hidden } = company.departments.find(({ id }) => id === second) ?? {}
  const after = hidden?.after ?? []
  return after.includes(first) || after.some((between) => isBefore(company, first, between))
}
