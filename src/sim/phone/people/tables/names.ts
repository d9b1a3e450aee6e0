/** Names of one language, separated by spaces. */
interface NamesOfLanguage {
  /** Given names of women and of men. */
  readonly she: string
  readonly he: string
  readonly family: string
}

/** Common given names and surnames, in plain letters; none is a word of the calls as well. */
export const NAMES: readonly NamesOfLanguage[] = [
  {
    she: `Abigail Alice Charlotte Eleanor Emily Fiona Hannah Heather Jessica Laura Olivia Rebecca
Susan`,
    he: `Adam Benjamin Christopher Daniel Edward George Gareth Kevin Matthew Nathan Oliver Stuart`,
    family: `Albright Bellamy Caldwell Coleman Dalton Donovan Fletcher Fraser Gallagher Gibbs
Hamilton Holloway Hughes Jenkins Kendrick Mahoney Marsden Mercer Nicholson Osborne Palmer
Pemberley Quinn Radcliffe Sheridan Tanner Thornton Wainwright Wallace Whitaker Winslow Wolfe`,
  },
  {
    she: `Alejandra Beatriz Carmen Elena Isabel Lucia Marisol Paloma Pilar Rosario Soledad Teresa
Ximena`,
    he: `Alejandro Carlos Diego Esteban Fernando Ignacio Javier Joaquin Mateo Miguel Rafael
Santiago`,
    family: `Alvarado Benitez Campos Castellano Delgado Escobar Fuentes Garrido Guerrero Herrera
Hidalgo Ibarra Jimenez Lopez Maldonado Mendoza Montoya Navarro Ortega Pacheco Quintero Ramirez
Rivera Salazar Sandoval Trujillo Urbina Valdez Vargas Villanueva Zamora Zapata`,
  },
  {
    she: `Amalia Benedita Catarina Constanca Eduarda Filipa Iara Leonor Lidia Mafalda Matilde
Rafaela Telma`,
    he: 'Afonso Bernardo Caio Duarte Fabricio Goncalo Gustavo Henrique Joao Luis Thiago Vasco',
    family: `Abreu Almeida Azevedo Barros Brito Cardoso Carvalho Correa Cunha Esteves Ferreira
Figueiredo Freitas Gouveia Lacerda Machado Magalhaes Moreira Neves Nogueira Nunes Oliveira
Pereira Pinheiro Queiroz Ribeiro Rocha Santos Silveira Tavares Teixeira Vieira`,
  },
  {
    she: `Adele Amelie Aurelie Camille Celine Colette Delphine Elodie Helene Josephine Margot
Solene Sylvie`,
    he: `Antoine Bastien Damien Etienne Fabien Gaspard Jerome Laurent Mathieu Olivier Pascal
Thierry`,
    family: `Arnaud Beaumont Bellerose Bertrand Blanchard Chevalier Clement Delacroix Dubois
Dufour Faure Fontaine Fournier Gauthier Girard Guillot Lambert Laurent Leclerc Lefebvre Marchand
Mercier Moreau Perrin Poirier Renaud Rousseau Roussel Savard Thibault Vasseur Villeneuve`,
  },
  {
    she: 'Anke Annika Birgit Elke Frieda Greta Heike Ingrid Karin Katrin Liesel Sabine Ulrike',
    he: 'Bernd Dieter Felix Florian Holger Jens Jochen Klaus Lukas Matthias Stefan Tobias',
    family: `Achterberg Bauer Becker Brandt Dietrich Ebersbach Eichler Ernst Fischer Gerhardt
Hartmann Heinrich Hofmann Huber Kaiser Keller Krause Lindner Lorenz Neumann Pfeiffer Reinholt
Richter Schaefer Schreiber Schultz Seidel Steiner Vogel Weber Ziegler Zimmermann`,
  },
  {
    she: `Alessia Bianca Chiara Donatella Federica Francesca Ginevra Giulia Ilaria Lucrezia
Ornella Raffaella Silvia`,
    he: `Alberto Bruno Cesare Davide Emilio Fabrizio Giacomo Leonardo Luca Marcello Pietro
Riccardo`,
    family: `Amato Barbieri Bellini Bianchi Caruso Colombo Conti Costa Deluca Esposito Fabbri
Ferrante Ferrari Gallo Gentile Giordano Greco Lombardi Mancini Marchetti Marino Martinelli
Moretti Pellegrino Ricci Rinaldi Romano Rossi Santoro Serra Vitale Zanetti`,
  },
  {
    she: `Agnieszka Beata Danuta Dorota Halina Jolanta Kamila Katarzyna Magdalena Malgorzata
Urszula Wanda Zofia`,
    he: `Andrzej Bartosz Czeslaw Dariusz Jacek Jakub Krzysztof Leszek Marek Pawel Tomasz Wojciech`,
    family: `Adamczyk Baran Borkowski Czarnecki Dabrowski Duda Gorski Grabowski Jablonski
Jankowski Kaminski Kaczmarek Kowalczyk Kowalski Krawczyk Lewandowski Majewski Malinowski Mazur
Michalski Nowak Olszewski Pawlak Piotrowski Sikora Stepien Szymanski Walczak Wieczorek Wisniewski
Wrobel Zielinski`,
  },
  {
    she: `Anastasia Darya Ekaterina Galina Irina Larisa Lyudmila Nadezhda Oksana Polina Svetlana
Tatiana Yelena`,
    he: 'Aleksei Anatoly Boris Dmitri Grigory Ivan Konstantin Maksim Nikolai Oleg Sergei Vadim',
    family: `Abramov Andreev Belov Bogdanov Danilov Dorokhov Fedorov Filatov Gavrilov Golubev
Gusev Ivanov Kalinin Karpov Kiselev Kozlov Kuznetsov Lebedev Makarov Medvedev Morozov Nikitin
Orlov Pavlov Petrov Romanov Smirnov Sokolov Tarasov Vasiliev Volkov Zaitsev`,
  },
  {
    she: 'Aylin Berna Damla Elif Emine Fatma Gulsen Hatice Melek Nilufer Sevgi Yasemin Zeynep',
    he: 'Ahmet Berk Cem Emre Hakan Kemal Mehmet Murat Onur Selim Tolga Yusuf',
    family: `Acar Aksoy Arslan Aydin Bayrak Bulut Celik Coskun Demir Dogan Erdogmus Ergin Gunes
Guler Kaplan Karaca Kaya Keskin Kilic Koc Korkmaz Ozcan Ozdemir Ozturk Polat Sahin Simsek Tekin
Turan Yavuz Yildirim Yilmaz`,
  },
  {
    she: 'Aisha Amira Dalia Fatima Ghada Hanan Jamila Layla Mariam Nadia Rania Salma Yasmin',
    he: 'Adel Bilal Faisal Hamza Hassan Ibrahim Jamal Karim Mahmoud Omar Samir Tariq',
    family: `Abbasi Alami Amin Awad Aziz Bakri Barakat Darwish Farouk Ghanem Habib Haddad Hakim
Hariri Hijazi Jaber Karam Khalil Khoury Mansour Masri Mustafa Najjar Nasser Qasim Rahman Saleh
Sayegh Shaheen Tahan Younis Zaman`,
  },
  {
    she: `Aditi Ananya Anjali Deepa Kavita Lakshmi Meera Nandini Priya Radhika Shalini Sunita
Vidya`,
    he: 'Amit Anil Arjun Deepak Gopal Harish Manoj Nikhil Rahul Rajesh Sanjay Vikram',
    family: `Agarwal Anand Banerjee Bhatt Chaudhry Chopra Desai Deshmukh Dhawan Ganesh Ghosh
Goyal Gupta Iyer Joshi Kapoor Krishnan Kulkarni Malhotra Mehta Menon Mishra Mukherjee Nair Pandey
Patel Prasad Rao Reddy Sharma Subramanian Verma`,
  },
  {
    she: 'Aiko Akemi Chiyo Emiko Haruka Hitomi Keiko Michiko Naoko Sachiko Sayuri Yoko Yumi',
    he: 'Akira Daisuke Hideo Hiroshi Kaito Kazuo Kenji Makoto Noboru Ryo Satoshi Takeshi',
    family: `Abe Endo Fujita Fujiwara Fukuda Goto Hasegawa Hayashi Inoue Ishikawa Ito Kimura
Kobayashi Kondo Maeda Matsuda Miyazaki Mori Nakajima Nakamura Nishimura Ogawa Okada Saito Sasaki
Shimizu Suzuki Takahashi Tanaka Ueda Watanabe Yamada`,
  },
  {
    she: `Aihua Baozhai Chunhua Fenfang Huiling Jiayi Lihua Meiling Qiuyue Ruolan Xiaoling Yanmei
Zhenzhen`,
    he: `Bowen Chenglei Dawei Guoliang Haoran Jianguo Junjie Mingtao Shaoqi Weimin Xiaobo Zhiyuan`,
    family: `Cai Chai Chen Cheng Deng Dong Feng Gao Guo Hao Huang Jiang Kong Liang Lin Luo Meng
Peng Qian Shao Shen Su Tang Wang Xiao Xie Xu Yang Zhang Zhao Zheng Zhou`,
  },
  {
    she: 'Bich Diep Hanh Huong Kieu Lan Linh Loan Ngoc Phuong Thanh Thuy Trinh',
    he: 'Binh Dai Duy Hieu Hung Khoa Loc Minh Phuc Quang Tuan Vinh',
    family: `Bui Cao Chau Chu Dang Dao Dinh Doan Duong Giang Hoang Huynh Khuu Lam Luong Luu Mach
Ngo Nguyen Nghiem On Pham Phan Phung Quach Tran Trinh Truong Vuong Thai Tieu Vuu`,
  },
  {
    she: `Abena Adaeze Amara Chioma Esi Folake Ifeoma Kemi Ngozi Nkechi Simisola Titilayo Yewande`,
    he: 'Babatunde Chidi Chukwudi Emeka Femi Ikenna Kelechi Kofi Kwame Obinna Olumide Segun',
    family: `Abara Achebe Adebayo Adeyemi Afolabi Agyeman Akande Ansah Asante Balogun Boateng
Chukwu Danso Eze Ezeani Fashola Ibekwe Igwe Mbanefo Mensah Nnamdi Nwosu Obi Oduya Ogunleye Okafor
Okonkwo Olaniyan Onyeka Osei Quaye Uzoma`,
  },
  {
    she: `Asta Astrid Birgitta Elsa Freja Gudrun Hedda Inga Kirsten Maja Ragnhild Sigrid Solveig`,
    he: 'Anders Bjorn Erik Gunnar Hakon Henrik Jorgen Lars Magnus Mikkel Nils Torsten',
    family: `Ahlgren Andersen Bergstrom Bjorklund Carlsen Dahlberg Ekstrom Eriksen Forsberg
Halvorsen Hansen Hedlund Holmberg Jensen Johansen Karlsson Kjellberg Knudsen Larsen Lindqvist
Lundgren Mikkelsen Nygaard Olsen Paulsen Rasmussen Sandberg Sorensen Stenberg Sundstrom Thorsen
Wikstrom`,
  },
]
