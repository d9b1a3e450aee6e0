/**
 * Countries that may follow a city. Names that are also a state of another country, such as
 * Georgia, are left out, since they may distinguish two cities.
 */
export const COUNTRIES: ReadonlySet<string> = new Set(
  `
  france, germany, italy, spain, portugal, austria, switzerland, belgium, netherlands, holland,
  luxembourg, denmark, norway, sweden, finland, iceland, ireland, northern ireland, england,
  scotland, wales, great britain, britain, united kingdom, uk, poland, czech republic, czechia,
  slovakia, hungary, romania, bulgaria, greece, turkey, cyprus, malta, croatia, slovenia,
  serbia, bosnia and herzegovina, montenegro, north macedonia, albania, kosovo, ukraine,
  belarus, russia, moldova, estonia, latvia, lithuania, armenia, azerbaijan, united states,
  united states of america, usa, us, america, canada, mexico, guatemala, honduras, el salvador,
  nicaragua, costa rica, panama, cuba, jamaica, haiti, dominican republic, bahamas, barbados,
  trinidad and tobago, colombia, venezuela, ecuador, peru, bolivia, chile, argentina, uruguay,
  paraguay, brazil, guyana, suriname, egypt, libya, tunisia, algeria, morocco, sudan, south
  sudan, ethiopia, eritrea, somalia, kenya, uganda, tanzania, rwanda, burundi, nigeria, niger,
  ghana, ivory coast, senegal, mali, cameroon, gabon, angola, zambia, zimbabwe, mozambique,
  malawi, madagascar, namibia, botswana, south africa, lesotho, eswatini, mauritius, israel,
  palestine, jordan, syria, lebanon, iraq, iran, kuwait, saudi arabia, qatar, bahrain, oman,
  yemen, united arab emirates, uae, afghanistan, pakistan, india, nepal, bhutan, bangladesh,
  sri lanka, maldives, myanmar, burma, thailand, laos, cambodia, vietnam, malaysia, singapore,
  indonesia, philippines, china, taiwan, japan, mongolia, north korea, south korea, korea,
  kazakhstan, uzbekistan, kyrgyzstan, turkmenistan, tajikistan, australia, new zealand, fiji,
  papua new guinea
`
    .trim()
    .split(/,\s+/),
)
