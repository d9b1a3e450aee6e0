/** First names of customers. */
export const FIRST_NAMES: readonly string[] =
  `Abigail Adrian Aisha Alejandro Alice Amara Andre Anita Arjun Beatrice Benjamin Bianca Bruno
Camille Carlos Cecilia Chidi Clara Connor Dalia Daniel Darius Deborah Diego Dmitri Edith Elena Elias
Emeka Esther Fatima Felix Fiona Gabriel Grace Gustavo Hannah Hassan Helena Hiro Ibrahim Imani Ingrid
Isaac Ivana Jamal Jasmine Joanna Joaquin Jonah Judith Kaito Karim Katarina Kenji Kofi Lara Leila
Leon Lucia Luther Mabel Malik Marcus Margot Maya Miguel Mina Nadia Naomi Nikhil Nora Olga Omar Oscar
Paloma Patrick Petra Priya Quentin Rachel Rafael Renata Rohan Rosa Ruben Samira Sanjay Selma Silas Simone
Sofia Stefan Tamara Tariq Teresa Thandi Tobias Uma Valentina Victor Vivian Walter Wanda Xavier Yara
Yusuf Zoe`
    .split(/\s+/)
    .filter((word) => word !== '')

/** Last names of customers. */
export const LAST_NAMES: readonly string[] =
  `Abara Adeyemi Albright Alvarado Anand Barros Bauer Becker Bellamy Benitez Blackwood Bond Brennan
Caldwell Campos Castellano Chaudhry Chen Coleman Correa Dalton Danso Delgado Desai Dimitrov Donovan
Dubois Eriksen Esposito Farouk Ferrante Fischer Fontaine Fraser Gallagher Ganesh Garrido Gibbs
Grover Haddad Hamilton Hansen Hidalgo Holloway Hughes Ito Ivanov Jacobs Jensen Joshi Kaplan Keller Khoury
Kimura Kowalski Lambert Larsen Lindqvist Lombardi Lopez Mahoney Malhotra Marchetti Mbeki Mendoza
Mercer Moreau Nakamura Nasser Nguyen Novak Obi Okafor Olsen Ortega Osei Palmer Park Pereira Petrov
Quinn Rahman Ramirez Reinholt Rivera Romano Rossi Sandoval Santos Schultz Sharma Silva Sokolov Stone
Suzuki Takahashi Tanner Tesfaye Tran Ueda Valdez Vargas Vogel Wallace Weber Whitaker Wolfe Yamada
Young Zamora Zhang Ziegler`
    .split(/\s+/)
    .filter((word) => word !== '')

/** Street names for service addresses. */
export const STREETS: readonly string[] =
  `Acorn,Birch,Canal,Cherry,College,Dogwood,Elm,Fairview,Garden,Harbor,Hickory,Hillcrest,Jefferson,
Lake,Liberty,Lincoln,Magnolia,Maple,Mill,Oak,Park,Pleasant,Prospect,River,School,Spring,Spruce,
Sunset,Union,Valley,Walnut,Washington`
    .split(/,\s*/)
    .filter((word) => word !== '')

export const STREET_KINDS: readonly string[] = ['Street', 'Avenue', 'Road', 'Lane', 'Drive']
export const MAIL_HOSTS: readonly string[] = ['example.com', 'example.net', 'example.org']
