/** First names for word problems. */
export const PEOPLE: readonly string[] = [
  ...['Ada', 'Aisha', 'Akira', 'Amina', 'Anders', 'Anja', 'Arjun', 'Astrid', 'Bela', 'Bruno'],
  ...['Carla', 'Chen', 'Chloe', 'Dalia', 'Dario', 'Diego', 'Edda', 'Elena', 'Elif', 'Emeka'],
  ...['Farid', 'Fiona', 'Freya', 'Gita', 'Goran', 'Greta', 'Hana', 'Hugo', 'Ines', 'Ivan'],
  ...['Jana', 'Jonas', 'Joyce', 'Kaito', 'Karim', 'Katya', 'Lamar', 'Leila', 'Lena', 'Luca'],
  ...['Maja', 'Malik', 'Marta', 'Mateo', 'Mei', 'Milan', 'Mina', 'Nadia', 'Nils', 'Noor'],
  ...['Olga', 'Omar', 'Oscar', 'Paula', 'Pedro', 'Petra', 'Priya', 'Ravi', 'Rosa', 'Ruth'],
  ...['Sami', 'Sara', 'Selim', 'Sofia', 'Sven', 'Tara', 'Tariq', 'Thea', 'Tomas', 'Uma'],
  ...['Vera', 'Viktor', 'Wanda', 'Yara', 'Yusuf', 'Zara', 'Zoe', 'Ling', 'Moana', 'Kofi'],
]
