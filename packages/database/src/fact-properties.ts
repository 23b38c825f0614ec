import type { FactDeclaration } from '@tanker/domain/facts/declaration'
import type { Place } from '@tanker/domain/facts/place'
import type { ItemOf, ListsOf, NameIn, NamesOf, ValueIn } from '@tanker/domain/facts/stored-properties'
import { type Expression, type RawBuilder, sql } from 'kysely'

/**
 * Reads the properties of records and alarms in SQL, by their declarations: a name that none of them declares, or that holds
 * something else, does not compile.
 */
export class FactProperties<F extends FactDeclaration> {
  readonly #json: Expression<unknown>

  constructor(json: Expression<unknown>) {
    this.#json = json
  }

  number(name: NamesOf<F, number>): RawBuilder<number | null> {
    return sql`(${this.#textOf(name)})::float8`
  }

  /** Numbers and flags as text as well, for comparison with keys of choices. */
  text(name: NamesOf<F, string | number | boolean>): RawBuilder<string | null> {
    return this.#textOf(name)
  }

  #textOf(name: string): RawBuilder<string | null> {
    return sql`${this.#json} ->> ${sql.lit(name)}`
  }

  flag(name: NamesOf<F, boolean>): RawBuilder<boolean | null> {
    return sql`(${this.#textOf(name)})::boolean`
  }

  /** Whether it has this value; null where it is not known. */
  is<N extends NamesOf<F, string | boolean>>(name: N, value: ValueIn<F, N> & (string | boolean)): RawBuilder<boolean> {
    return sql`${this.#textOf(name)} = ${sql.lit(String(value))}`
  }

  /** A moment that is stored in ms. */
  time(name: NamesOf<F, number>): RawBuilder<Date | null> {
    return sql`to_timestamp(${this.number(name)} / 1000)`
  }

  json(name: NameIn<F>): RawBuilder<unknown> {
    return sql`${this.#json} -> ${sql.lit(name)}`
  }

  /** A place as the cell of a report; null where it is not known. */
  place(name: NamesOf<F, Place>): RawBuilder<{ name: string; lat: number; lng: number } | null> {
    const place = this.json(name)
    return sql`CASE WHEN jsonb_typeof(${place}) = 'object' THEN
      json_build_object('name', coalesce(${place} ->> 'fenceName', ''), 'lat', ${place} -> 'lat', 'lng', ${place} -> 'lng') END`
  }

  /** Reads the rows of a list, which `jsonb_array_elements` gives under this name. */
  rowsOf<N extends ListsOf<F>>(_list: N, alias: string): FactProperties<ItemOf<F, N>> {
    return new FactProperties<ItemOf<F, N>>(sql.ref(alias))
  }
}

/** Properties of the table `alarm` or `record`, or of an alias of it, whose rows are of these declarations. */
export const propertiesIn = <A extends readonly FactDeclaration[]>(alias: string, ..._facts: A): FactProperties<A[number]> =>
  new FactProperties<A[number]>(sql.ref(`${alias}.properties`))
