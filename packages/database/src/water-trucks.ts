/**
 * SQL: the truck of this alias carries water and no fuel. It is a sprinkler, or the products of all its compartments are water.
 */
export const carriesWaterSql = (alias: string): string => `(${alias}.model = 'sprinkler' OR (
  EXISTS (SELECT FROM compartment w WHERE w.truck_id = ${alias}.id)
  AND NOT EXISTS (SELECT FROM compartment w WHERE w.truck_id = ${alias}.id AND lower(w.oil_name) NOT IN ('水', '清水', '自来水', '中水', 'water'))))`
