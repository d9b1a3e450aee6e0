/** Street names for service addresses. */
export const STREETS: readonly string[] =
  `Acorn,Birch,Canal,Cherry,College,Dogwood,Elm,Fairview,Garden,Harbor,Hickory,Hillcrest,Jefferson,
Lake,Liberty,Lincoln,Magnolia,Maple,Mill,Oak,Park,Pleasant,Prospect,River,School,Spring,Spruce,
Sunset,Union,Valley,Walnut,Washington`
    .split(/,\s*/)
    .filter((word) => word !== '')

export const STREET_KINDS: readonly string[] = ['Street', 'Avenue', 'Road', 'Lane', 'Drive']
export const MAIL_HOSTS: readonly string[] = ['example.com', 'example.net', 'example.org']
