import { splitItems } from '../grammar/lines.ts'
import type { Industry } from './industries.ts'

/** First words of company names; combined with an industry's second words. */
export const NAME_STEMS: readonly string[] =
  `Alder Amberly Anchorage Ardent Ashgrove Aspenfield Atherton Aurelia Avonlea Bayridge Beacon
Belmore Birchwood Blackthorn Bluewater Brackley Bramble Brightwell Brookhaven Calloway Cambria
Canterfield Cardinal Castlebrook Cedarline Chandler Clearwater Cloverdale Cobalt Copperfield
Corvus Crestview Cypress Dalewood Danforth Deepwell Dovetail Driftwood Eastgate Eldermere Elmhurst
Emberton Evergate Fairmont Falconer Fernhill Finchley Foxglove Galewind Garnet Glenrock Goldcrest
Granite Greenlee Greyfriars Halcyon Harborview Hartwell Hawthorn Hazelton Heathfield Heron
Highmoor Hollybrook Ironbridge Ivystone Jasper Juniper Keystone Kingsford Kestrel Lakeside Larkspur
Laurelton Lindenhall Lockridge Longmeadow Lynwood Maplecrest Marlowe Meadowlark Merrion Millbrook
Montclair Moorgate Mulberry Northgate Oakhaven Orchard Osprey Palisade Pemberton Pinecrest Quarry
Quillon Ravenhill Redfern Ridgeway Riverbend Rosewell Rowanberry Saltmarsh Sandpiper Seabright
Silverton Sorrel Southmere Starling Stonebridge Summerset Swiftwater Sycamore Tamarack Thistledown
Thornbury Timberline Tidewater Umberland Valemont Verity Vesper Walden Waterford Westerly
Whitcombe Wildflower Willowmere Windham Wrenfield Yarrow Zephyr`
    .split(/\s+/)
    .filter((word) => word !== '')

/** Second words, by industry; together with the stems they make the names. */
export const NAME_ENDINGS: Readonly<Record<Industry, readonly string[]>> = {
  banking: splitItems(`
    Bank, Savings Bank, Credit Union, Trust, Community Bank, National Bank, Financial
  `),
  insurance: splitItems(`
    Insurance, Mutual, Assurance, Life and Casualty, Insurance Group, Indemnity
  `),
  telecom: splitItems(`
    Telecom, Phone Company, Telephone, Cable, Communications, Connect, Networks
  `),
  retail: splitItems(`
    General Store, Department Store, Stores, Superstore, Emporium, Mercantile
  `),
  utilities: splitItems(`
    Power and Light, Utilities, Municipal Utilities, Gas and Electric, Public Utilities,
    Utility District
  `),
  healthcare: splitItems(`
    Health, Medical Group, Clinic, Hospital Network, Family Medicine, Care Partners
  `),
  travel: splitItems(`
    Travel, Tours, Vacations, Getaways, Trips, Expeditions, Journeys
  `),
  software: splitItems(`
    Software, Cloud, Systems, Labs, Data, Digital, Apps
  `),
}

/** Opening hours in the form of the directory. */
export const OPENING_HOURS: readonly string[] = [
  'Mon-Fri 8:00-18:00',
  'Mon-Fri 9:00-17:00',
  'Mon-Fri 7:30-19:00',
  'Mon-Fri 8:00-20:00, Sat 9:00-14:00',
  'Mon-Sat 8:00-18:00',
  'Mon-Sat 9:00-20:00',
  'Mon-Sun 7:00-23:00',
  'Mon-Thu 8:30-17:30, Fri 8:30-15:00',
  'Tue-Sat 10:00-18:00',
  'Mon-Fri 10:00-16:00',
  'every day, around the clock (24/7)',
  'every day 6:00-22:00',
  'Mon-Fri 8:00-17:00, Sun 12:00-16:00',
]

/** The beginning of a directory entry, with slots {company}, {noun}, {department} and {does}. */
export const DESCRIPTIONS: readonly string[] = [
  '{department} at {company}: we {does}.',
  '{company}, your {noun}: in this department, we {does}.',
  '{company} {department}. We {does}.',
  '{department}, {company}. Our job is to {does}.',
  'At {company}, our department is here to {does}.',
]
